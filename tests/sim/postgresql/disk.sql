-- Functions that copy the tables to a schema and back, with the next ids. The table store_schema stays: its
-- id tells the bot that the tables are the present ones.
CREATE SCHEMA sim;

CREATE FUNCTION sim.tables() RETURNS SETOF name LANGUAGE sql AS $$
  SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'store_schema' $$;

CREATE FUNCTION sim.copy(kept name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t name;
BEGIN
  EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', kept);
  EXECUTE format('CREATE SCHEMA %I', kept);
  FOR t IN SELECT sim.tables() LOOP
    EXECUTE format('CREATE TABLE %I.%I AS TABLE public.%I', kept, t, t);
  END LOOP;
  EXECUTE format('CREATE TABLE %I.sequences AS SELECT sequencename, last_value FROM pg_sequences
    WHERE schemaname = %L', kept, 'public');
END $$;

CREATE FUNCTION sim.put_back(kept name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t name; last bigint;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true); -- without triggers
  FOR t IN SELECT sim.tables() LOOP
    EXECUTE format('DELETE FROM public.%I', t);
    EXECUTE format('INSERT INTO public.%I SELECT * FROM %I.%I', t, kept, t);
  END LOOP;
  FOR t, last IN EXECUTE format('TABLE %I.sequences', kept) LOOP
    PERFORM setval(format('public.%I', t), coalesce(last, 1), last IS NOT NULL);
  END LOOP;
END $$;
