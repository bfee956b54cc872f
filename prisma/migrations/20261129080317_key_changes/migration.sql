-- hand-written
-- Gateways remember callers for a second (src/key/rows.ts); a change of what a caller is drops it with its commit.
CREATE FUNCTION "notify_callers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vidgate_callers', to_jsonb(NEW) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
-- Not for other columns: NOTIFY takes a lock of the whole database at commit, which creates do without.
CREATE TRIGGER "api_key_changed" AFTER UPDATE OF "scopes", "expires_at", "revoked_at" ON "api_key"
  FOR EACH ROW EXECUTE FUNCTION "notify_callers"('account_id');
CREATE TRIGGER "account_changed"
  AFTER UPDATE OF "status", "api_version", "earlier_form_enabled", "creates_per_minute", "calls_per_minute" ON "account"
  FOR EACH ROW EXECUTE FUNCTION "notify_callers"('id');
