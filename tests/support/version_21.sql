-- A store as release 0.1.0 wrote it: its tables and indexes, which were version 21 of the schema, and
-- rows in all of them. In each column, at least one row has another value than the default, so that a
-- test notices if an upgrade forgets the column.
PRAGMA application_id = 1164855140;
PRAGMA user_version = 21;

CREATE TABLE adapter_values (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE handled_events (
  number INTEGER PRIMARY KEY,
  event TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE names (
  user TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  skeleton TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  status TEXT NOT NULL,
  room TEXT NOT NULL,
  white TEXT NOT NULL,
  black TEXT,
  white_reached INTEGER NOT NULL,
  black_reached INTEGER NOT NULL,
  rules TEXT NOT NULL,
  touches INTEGER NOT NULL,
  first TEXT NOT NULL,
  unseen INTEGER NOT NULL,
  board INTEGER NOT NULL,
  edits INTEGER NOT NULL,
  scrolled INTEGER NOT NULL,
  clock INTEGER NOT NULL DEFAULT 0,
  time_left INTEGER NOT NULL DEFAULT 0,
  offer TEXT NOT NULL DEFAULT 'none',
  offerer TEXT NOT NULL DEFAULT 'nobody',
  ending TEXT NOT NULL DEFAULT 'unknown',
  winner TEXT NOT NULL DEFAULT 'nobody',
  house TEXT NOT NULL DEFAULT 'none',
  dice INTEGER NOT NULL DEFAULT 0,
  private INTEGER NOT NULL DEFAULT 0,
  ended INTEGER NOT NULL DEFAULT 0,
  challenger TEXT NOT NULL DEFAULT 'white',
  rated INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX matches_live ON matches (room, white, black, status) WHERE status <> 'ended';
CREATE TABLE rounds (
  match_id INTEGER NOT NULL REFERENCES matches,
  number INTEGER NOT NULL,
  deck TEXT NOT NULL,
  actions TEXT NOT NULL,
  PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE timers (
  match_id INTEGER NOT NULL REFERENCES matches,
  kind TEXT NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (match_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_due ON timers (due);
CREATE TABLE private_rooms (
  user TEXT NOT NULL PRIMARY KEY,
  room TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  match_id INTEGER REFERENCES matches,
  private INTEGER NOT NULL,
  lane TEXT NOT NULL,
  event TEXT,
  turn INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX posts_event ON posts (event);
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  private INTEGER NOT NULL,
  lane TEXT NOT NULL,
  txn TEXT NOT NULL,
  body TEXT,
  html TEXT,
  ring INTEGER NOT NULL,
  mention TEXT,
  via TEXT,
  post_id INTEGER REFERENCES posts,
  name TEXT,
  media TEXT,
  data BLOB,
  choices TEXT,
  made INTEGER NOT NULL DEFAULT 0,
  match_id INTEGER,
  origin TEXT,
  thread TEXT,
  answers TEXT
) STRICT;
CREATE INDEX outbox_lane ON outbox (private, lane);
CREATE INDEX outbox_post ON outbox (post_id);
CREATE TABLE settings (
  scope TEXT NOT NULL,
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (scope, id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE shuffles (
  match_id INTEGER PRIMARY KEY REFERENCES matches,
  secret TEXT NOT NULL,
  challenge TEXT NOT NULL,
  acceptance TEXT,
  by_lot INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX matches_room ON matches (room);
CREATE INDEX matches_white ON matches (white);
CREATE INDEX matches_black ON matches (black);
CREATE TABLE ratings (
  room TEXT NOT NULL,
  user TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  played INTEGER NOT NULL,
  won INTEGER NOT NULL,
  PRIMARY KEY (room, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_ended ON matches (room, ended) WHERE ended > 0;
CREATE TABLE quotas (
  scope TEXT NOT NULL,
  id TEXT NOT NULL,
  until INTEGER NOT NULL,
  told INTEGER NOT NULL,
  PRIMARY KEY (scope, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX quotas_until ON quotas (until);
CREATE INDEX matches_live_white ON matches (white) WHERE status <> 'ended';
CREATE INDEX matches_live_black ON matches (black) WHERE status <> 'ended';
CREATE TABLE allowances (
  kind TEXT NOT NULL,
  sender TEXT NOT NULL,
  receiver TEXT NOT NULL,
  full_at INTEGER NOT NULL,
  PRIMARY KEY (kind, sender, receiver)
) STRICT, WITHOUT ROWID;
CREATE INDEX allowances_full ON allowances (full_at);
CREATE TABLE streams (
  number INTEGER PRIMARY KEY,
  sender TEXT NOT NULL,
  stream TEXT NOT NULL,
  top INTEGER NOT NULL,
  seen TEXT NOT NULL,
  UNIQUE (sender, stream)
) STRICT;
CREATE INDEX streams_sender ON streams (sender, number);
CREATE TABLE timeline_gaps (
  room TEXT NOT NULL PRIMARY KEY,
  from_token TEXT NOT NULL,
  to_token TEXT NOT NULL,
  place TEXT NOT NULL,
  joined INTEGER NOT NULL,
  pages INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX names_skeleton ON names (skeleton) WHERE skeleton <> '';
CREATE INDEX matches_rated ON matches (white, black, ended) WHERE rated = 1;
CREATE INDEX matches_undealt ON matches (id) WHERE status = 'ended' AND ended = 0 AND rated = 0;
CREATE INDEX matches_unrated ON matches (id) WHERE status = 'ended' AND ended > 0 AND rated = 0;
CREATE INDEX settings_left ON settings (value) WHERE key = 'left' AND scope = 'room';
CREATE INDEX posts_match ON posts (match_id);

INSERT INTO adapter_values VALUES ('time', '1234 -56 7000000000'), ('matrix.sync', 's7');
INSERT INTO handled_events VALUES (3, '$three'), (7, '$seven');
INSERT INTO names VALUES ('@w:x', 'White', 'white'), ('@b:x', 'Black', 'biack');

-- A match in play and in a pause, a challenge, a practice match, two rated matches, and one that was
-- deleted.
INSERT INTO matches VALUES
  (1, 'playing', '!a:x', '@w:x', '@b:x', 1, 0, 'ferti', 3, 'white', 1, 1, 4, 6, 60000, 5000, 'resume',
    'black', 'unknown', 'nobody', 'none', 0, 0, 0, 'black', 0),
  (2, 'challenge', '!a:x', '@w:x', NULL, 0, 0, 'basic', 5, 'nobody', 0, 0, 0, 0, 0, 0, 'none',
    'nobody', 'unknown', 'nobody', 'none', 0, 0, 0, 'white', 0),
  (3, 'ended', '!p:x', '@w:x', NULL, 1, 0, 'basic', 2, 'black', 0, 0, 0, 0, 0, 0, 'none', 'nobody',
    'won', 'white', 'fencer', 77, 1, 900, 'white', 0),
  (4, 'ended', '!a:x', '@w:x', '@b:x', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0, 0, 0, 'none', 'nobody',
    'resigned', 'black', 'none', 0, 0, 1000, 'white', 1),
  (5, 'ended', '!a:x', '@c:x', '@w:x', 1, 1, 'basic', 5, 'black', 0, 0, 0, 0, 0, 0, 'none', 'nobody',
    'forfeited', 'white', 'none', 0, 0, 1100, 'white', 1),
  (9, 'ended', '!a:x', '@c:x', '@d:x', 1, 1, 'basic', 5, 'black', 0, 0, 0, 0, 0, 0, 'none', 'nobody',
    'stopped', 'nobody', 'none', 0, 0, 1200, 'white', 0);
DELETE FROM matches WHERE id = 9;
INSERT INTO rounds VALUES (1, 1, '1234512345123451234512345', '+1 +2'),
  (1, 2, '5432154321543215432154321', '+3');
INSERT INTO shuffles VALUES (1, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '$c', '$a', 1),
  (2, 'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA', '$d', NULL, 0);
INSERT INTO timers VALUES (1, 'idle', 9000000000), (2, 'challenge', 8000000000);
INSERT INTO private_rooms VALUES ('@w:x', '!w:x'), ('@b:x', '!b:x');
INSERT INTO settings VALUES ('room', '!a:x', 'welcomed', ''), ('user', '@w:x', 'language', 'nl');
INSERT INTO ratings VALUES ('', '@w:x', 1510.5, 200.25, 0.06, 2, 1),
  ('!a:x', '@w:x', 1505.5, 210.25, 0.05, 1, 1), ('', '@b:x', 1490.5, 205.25, 0.07, 1, 1);
INSERT INTO quotas VALUES ('sender', '@w:x', 5, 1);
INSERT INTO allowances VALUES ('rings', '@w:x', '@b:x', 6);
INSERT INTO streams VALUES (4, '@w:x', 'key', 12, '1fff');
INSERT INTO timeline_gaps VALUES ('!a:x', 's1', 's2', 'inside', 1, 3);

INSERT INTO posts VALUES (1, 1, 0, '!a:x', '$board', 0), (2, 2, 0, '!a:x', '$challenge', 0),
  (3, 1, 1, '@w:x', '$list', 260), (4, NULL, 0, '!a:x', NULL, 0), (8, 1, 0, '!a:x', '$gone', 0);
DELETE FROM posts WHERE id = 8;
INSERT INTO outbox VALUES
  (1, 'file', 0, '!a:x', 'one', 'body', 'html', 1, '@w:x @b:x', 'via.x', 4, 'b.png', 'image/png',
    x'0102', NULL, 1234, NULL, 'origin.x', '$thread', '$answers'),
  (2, 'message', 1, '@w:x', 'two', 'poll', NULL, 0, NULL, NULL, 3, NULL, NULL, NULL, 'a' || char(10) ||
    'b', 1235, NULL, NULL, NULL, NULL),
  (3, 'reach', 1, '@b:x', 'three', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, 'o.x',
    NULL, NULL),
  (6, 'join', 0, '!gone:x', 'six', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL,
    NULL, NULL);
DELETE FROM outbox WHERE id = 6;
