-- Copies the rows of a store of version 21 of the schema into the tables of schema.sql. Version 21
-- is the one of release 0.1.0. Each of its tables has the prefix old_ here; see schema.c.

INSERT INTO matches (id, status, room, white, black, white_reached, black_reached, challenger,
  rules, touches, first, clock, time_left, unseen, private, practice, dice, proposal, proposer,
  board, edits, scrolled, ended, ending, winner, rated)
SELECT id, status, room, white, black, white_reached, black_reached, challenger,
  rules, touches, first, clock, time_left, unseen, private, house, dice, offer, offerer,
  board, edits, scrolled, ended, ending, winner, rated
FROM old_matches;

INSERT INTO rounds (match_id, number, deck, actions)
SELECT match_id, number, deck, actions FROM old_rounds;

INSERT INTO shuffles (match_id, secret, challenge, acceptance, by_lot)
SELECT match_id, secret, challenge, acceptance, by_lot FROM old_shuffles;

INSERT INTO timers (match_id, kind, due)
SELECT match_id, kind, due FROM old_timers;

-- In version 21, a challenge has no other post than its message.
INSERT INTO posts (id, match_id, private, lane, event, turn, role)
SELECT id, match_id, private, lane, event, turn,
  CASE WHEN EXISTS (SELECT 1 FROM old_matches
    WHERE old_matches.id = match_id AND status = 'challenge') THEN 'challenge' ELSE 'other' END
FROM old_posts;

INSERT INTO outbox (id, kind, private, lane, txn, ring, mentions, body, html, name, media, data,
  choices, thread, answers, via, origin, made, post_id, match_id)
SELECT id, kind, private, lane, txn, ring, mention, body, html, name, media, data,
  choices, thread, answers, via, origin, made, post_id, match_id
FROM old_outbox;

INSERT INTO handled_events (number, event)
SELECT number, event FROM old_handled_events;

INSERT INTO streams (number, sender, stream, top, seen)
SELECT number, sender, stream, top, seen FROM old_streams;

INSERT INTO timeline_gaps (room, from_token, to_token, place, joined, pages)
SELECT room, from_token, to_token, place, joined, pages FROM old_timeline_gaps;

INSERT INTO names (user_id, name, skeleton)
SELECT user, name, skeleton FROM old_names;

-- Version 21 does not know whether a user has joined, so it counts as joined.
INSERT INTO private_rooms (user_id, room, joined)
SELECT user, room, 1 FROM old_private_rooms;

INSERT INTO settings (scope, id, key, value)
SELECT scope, id, key, value FROM old_settings;

-- The opponents are counted from the rated matches, once each.
INSERT INTO ratings (room, user_id, rating, deviation, volatility, played, won, opponents)
SELECT room, user, rating, deviation, volatility, played, won,
  CASE WHEN room = '' THEN (SELECT count(*) FROM
    (SELECT black FROM matches WHERE rated = 1 AND white = old_ratings.user
      UNION SELECT white FROM matches WHERE rated = 1 AND black = old_ratings.user) AS opponent)
  ELSE 0 END
FROM old_ratings;

-- Results, streaks and tallies are counted from the matches that the store still has. An alias has
-- taken the place of an erased user there, and gets none. Version 21 had no time zones: its months
-- are those of UTC.
CREATE TEMP TABLE rated_results AS
SELECT user_id, room, rules, ended, id, won,
  row_number() OVER (PARTITION BY user_id ORDER BY ended, id) AS oldest,
  row_number() OVER (PARTITION BY user_id ORDER BY ended DESC, id DESC) AS newest
FROM (SELECT white AS user_id, room, rules, ended, id, winner = 'white' AS won
    FROM matches WHERE rated = 1
  UNION ALL SELECT black, room, rules, ended, id, winner = 'black' FROM matches WHERE rated = 1)
WHERE user_id NOT LIKE 'erased-%';

INSERT INTO results (user_id, ended, match_id, won, rating)
SELECT user_id, ended, id, won, NULL FROM rated_results WHERE newest <= 200;

INSERT INTO tallies (user_id, kind, name, room, played, won)
SELECT user_id, 'rules', rules, '', count(*), sum(won) FROM rated_results GROUP BY user_id, rules;

INSERT INTO tallies (user_id, kind, name, room, played, won)
SELECT user_id, 'month', strftime('%Y-%m', ended / 1000, 'unixepoch') AS month, room, count(*),
  sum(won)
FROM rated_results GROUP BY user_id, month, room;

INSERT INTO tallies (user_id, kind, name, room, played, won)
SELECT white, 'practice', practice, '', count(*), sum(winner = 'white') FROM matches
WHERE practice <> 'none' AND status = 'ended' AND winner <> 'nobody' AND white NOT LIKE 'erased-%'
GROUP BY white, practice;

-- Results in a row differ from their numbers among the equal results of the user by the same number.
CREATE TEMP TABLE streaks AS
SELECT user_id, won, count(*) AS length, min(newest) AS newest
FROM (SELECT user_id, won, newest,
    oldest - row_number() OVER (PARTITION BY user_id, won ORDER BY oldest) AS run
  FROM rated_results)
GROUP BY user_id, won, run;

UPDATE ratings SET
  streak = coalesce((SELECT CASE won WHEN 1 THEN length ELSE -length END FROM streaks
    WHERE streaks.user_id = ratings.user_id AND newest = 1), 0),
  longest = coalesce((SELECT max(length) FROM streaks
    WHERE streaks.user_id = ratings.user_id AND won = 1), 0)
WHERE room = '';

DROP TABLE streaks;
DROP TABLE rated_results;

INSERT INTO quotas (scope, id, until, told)
SELECT scope, id, until, told FROM old_quotas;

INSERT INTO allowances (kind, sender, receiver, full_at)
SELECT kind, sender, receiver, full_at FROM old_allowances;

INSERT INTO adapter_values (key, value)
SELECT key, value FROM old_adapter_values;
