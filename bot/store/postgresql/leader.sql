-- What the database has beside the tables of sql/schema.sql: whose store it is, and which process leads
-- (leadership.h). It has no user id until a daemon takes it.
CREATE TABLE store_leader (
  user_id TEXT NOT NULL, -- the account's
  epoch BIGINT NOT NULL,
  leader TEXT NOT NULL, -- the process that leads, or led last
  made_as BIGINT NOT NULL, -- see tables.h
  commits BIGINT NOT NULL -- how many transactions there were
);
INSERT INTO store_leader VALUES ('', 0, '', 'store_schema'::regclass::oid::bigint, 0);
