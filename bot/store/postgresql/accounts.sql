-- Several accounts, one club: what the database has beside the tables of sql/schema.sql.
--
-- A club is a schema with the tables of schema.sql. Each account has a daemon (and perhaps others
-- that stand by). All daemons share players, ratings, names, settings, blocks, bans, matches,
-- competitions and messages. Any daemon can handle any command; what it writes into the outbox goes
-- to the account that is in the room. Only what concerns one account's session and device belongs to
-- this account: the tables that add_account names. Those of the first account are in the schema of
-- the club, so a club with one account has one schema. Account N has them in a schema CLUB_N, which
-- stands first in the search_path of its sessions. So the statements, and these tables, are the same
-- for all accounts, and the same as in a file.
--
-- Each transaction changes the row of store_club first, so the transactions of all daemons run one
-- after the other (see leadership.h). No daemon ever changes what another one has just read, and no
-- transaction has to be repeated because of another one.

-- How many transactions there were, and the latest host's time of any account.
CREATE TABLE store_club (
  changes BIGINT NOT NULL,
  time BIGINT NOT NULL
);
INSERT INTO store_club VALUES (0, 0);

-- The accounts. Account 1 has no user id until a daemon takes it. See leadership.h.
CREATE TABLE store_accounts (
  account BIGINT PRIMARY KEY, -- its number
  user_id TEXT NOT NULL UNIQUE, -- the account's own
  epoch BIGINT NOT NULL,
  leader TEXT NOT NULL, -- the process that leads, or led last
  made_as BIGINT NOT NULL -- see tables.h
);
INSERT INTO store_accounts VALUES (1, '', 0, '', 'store_schema'::regclass::oid::bigint);

-- Which account sends to a room (private = 0), or to the private room of a user (private = 1): the
-- first one that has asked.
CREATE TABLE lane_accounts (
  private BIGINT NOT NULL,
  lane TEXT COLLATE "C" NOT NULL,
  account BIGINT NOT NULL REFERENCES store_accounts ON DELETE CASCADE,
  PRIMARY KEY (private, lane)
);

-- The account that sends a row. A daemon sees a row of another account in `outbox`, and its own ones
-- in own_outbox.
ALTER TABLE outbox ADD COLUMN account BIGINT NOT NULL DEFAULT 0;

-- The account of this session.
CREATE FUNCTION own_account() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('engarde.account', true), ''), '1')::bigint
$$;

-- The account that hosts a room: this one, if no other does.
CREATE FUNCTION room_account(room_id TEXT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT account FROM lane_accounts WHERE private = 0 AND lane = room_id), own_account())
$$;

-- Wakes the daemon of another account: the lane has changed.
CREATE FUNCTION wake_account(number BIGINT, is_private BIGINT, lane_id TEXT) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('engarde_' || relnamespace || '_' || number, is_private || lane_id)
  FROM pg_class WHERE pg_class.oid = 'store_club'::regclass
$$;

-- The account of a lane, which this one takes if it is nobody's. Then it also takes the messages that
-- wait there for an account that was removed. To join or leave the room is what one account itself
-- has to do, so such rows stay with their account.
CREATE FUNCTION claim_lane(is_private BIGINT, lane_id TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  host BIGINT := (SELECT account FROM lane_accounts WHERE private = is_private AND lane = lane_id);
BEGIN
  IF host IS NULL THEN
    INSERT INTO lane_accounts VALUES (is_private, lane_id, own_account());
    PERFORM wake_account(account, is_private, lane_id) FROM outbox
      WHERE private = is_private AND lane = lane_id AND account <> own_account() GROUP BY account;
    UPDATE outbox SET account = own_account()
      WHERE private = is_private AND lane = lane_id AND account <> own_account()
      AND kind NOT IN ('join', 'leave');
    RETURN own_account();
  END IF;
  RETURN host;
END $$;

-- engarde.alone is on for what only this account can do: see bot_store_speak_alone.
CREATE FUNCTION route_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('engarde.alone', true), '') = 'on' THEN
    NEW.account := own_account();
  ELSE
    NEW.account := claim_lane(NEW.private, NEW.lane);
  END IF;
  IF NEW.account <> own_account() THEN
    PERFORM wake_account(NEW.account, NEW.private, NEW.lane);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER route_letter BEFORE INSERT ON outbox
  FOR EACH ROW EXECUTE FUNCTION route_letter();

-- A private room is the account's that has found or made it. Without a private room, the next account
-- that asks takes the user.
CREATE FUNCTION route_private_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM lane_accounts WHERE private = 0 AND lane = OLD.room;
    RETURN NULL;
  END IF;
  DELETE FROM lane_accounts
    WHERE (private = 1 AND lane = NEW.user_id OR private = 0 AND lane = NEW.room)
    AND account <> own_account();
  PERFORM claim_lane(1, NEW.user_id), claim_lane(0, NEW.room);
  RETURN NULL;
END $$;
CREATE TRIGGER route_private_room AFTER INSERT OR UPDATE OF room OR DELETE ON private_rooms
  FOR EACH ROW EXECUTE FUNCTION route_private_room();

-- What this account has to do. The bot asks for the next timer all the time, so own_timers calls no
-- function for each row.
CREATE VIEW own_outbox AS SELECT * FROM outbox WHERE account = own_account();
CREATE VIEW own_timers AS SELECT timers.* FROM timers JOIN matches ON matches.id = match_id
  LEFT JOIN lane_accounts ON lane_accounts.private = 0 AND lane = room
  WHERE coalesce(account, own_account()) = own_account();
CREATE VIEW own_matches AS SELECT * FROM matches WHERE room_account(room) = own_account();
CREATE VIEW own_competitions AS
  SELECT * FROM competitions WHERE room_account(room) = own_account();
CREATE VIEW own_weekly_nights AS
  SELECT * FROM weekly_nights WHERE room_account(room) = own_account();

-- Returns the number of the account with this user id, or NULL. An empty name is that of the first
-- account.
CREATE FUNCTION find_account(user_name TEXT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN user_name = '' THEN 1
    ELSE (SELECT account FROM store_accounts WHERE user_id = user_name) END
$$;

-- Adds an account, if the club does not have it, and returns its number. The search_path begins with
-- the schema of the club.
CREATE FUNCTION add_account(user_name TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  number BIGINT := find_account(user_name);
  own TEXT;
BEGIN
  IF number IS NOT NULL THEN
    RETURN number;
  END IF;
  UPDATE store_accounts SET user_id = user_name WHERE user_id = '';
  IF FOUND THEN
    RETURN 1;
  END IF;
  -- The first account hosts the rooms that it already knows.
  INSERT INTO lane_accounts SELECT 0, id, 1 FROM settings WHERE scope = 'room' AND id NOT IN
    (SELECT id FROM settings WHERE scope = 'room' AND key = 'left') GROUP BY id
    ON CONFLICT DO NOTHING;
  number := (SELECT max(account) + 1 FROM store_accounts);
  INSERT INTO store_accounts VALUES
    (number, user_name, 0, '', 'store_schema'::regclass::oid::bigint);
  EXECUTE format('CREATE SCHEMA %I', current_schema() || '_' || number);
  FOREACH own IN ARRAY ARRAY['adapter_values', 'device_keys', 'handled_events', 'streams',
    'timeline_gaps', 'transaction_ids'] LOOP
    EXECUTE format('CREATE TABLE %I.%I (LIKE %I INCLUDING ALL)',
      current_schema() || '_' || number, own, own);
  END LOOP;
  RETURN number;
END $$;

-- Removes an account, but not the first one: for the owner of the database. The messages that it has
-- not sent wait for the next account of their lane (claim_lane). Nobody else can join or leave for it.
CREATE FUNCTION drop_account(user_name TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number BIGINT := find_account(user_name);
BEGIN
  IF number IS NULL OR number = 1 THEN
    RAISE EXCEPTION '% is not an account that can be removed', user_name;
  END IF;
  DELETE FROM private_rooms WHERE user_id IN
    (SELECT lane FROM lane_accounts WHERE private = 1 AND account = number);
  DELETE FROM outbox WHERE account = number AND kind IN ('join', 'leave');
  DELETE FROM store_accounts WHERE account = number;
  EXECUTE format('DROP SCHEMA %I CASCADE', current_schema() || '_' || number);
END $$;

-- The search_path with the tables of an account.
CREATE FUNCTION account_path(number BIGINT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN number > 1 THEN format('%I, %I', nspname || '_' || number, nspname)
    ELSE format('%I', nspname) END
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE pg_class.oid = 'store_club'::regclass
$$;

-- Makes the session that of an account.
CREATE FUNCTION enter_account(number BIGINT) RETURNS void LANGUAGE sql AS $$
  SELECT set_config('engarde.account', number::text, false),
    set_config('search_path', account_path(number), false)
$$;
