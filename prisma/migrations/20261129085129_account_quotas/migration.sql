-- AlterTable
ALTER TABLE "account" ADD COLUMN     "create_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "create_window_at" TIMESTAMPTZ(3),
ADD COLUMN     "key_limit" INTEGER NOT NULL DEFAULT 100,
ADD COLUMN     "rate_factor" INTEGER NOT NULL DEFAULT 5,
ADD COLUMN     "upload_limit_mb" INTEGER NOT NULL DEFAULT 20480,
ADD COLUMN     "uploaded_bytes" BIGINT NOT NULL DEFAULT 0;

-- hand-written
UPDATE "account" SET "uploaded_bytes" = f."bytes"
  FROM (SELECT "account_id", sum("bytes") AS "bytes" FROM "file" WHERE "deleted_at" IS NULL AND "erased_at" IS NULL GROUP BY 1) f
  WHERE "account"."id" = f."account_id";
-- Keys that may still be used, to be counted before another is made.
CREATE INDEX "api_key_active" ON "api_key" ("account_id", (coalesce("expires_at", 'infinity'))) WHERE "revoked_at" IS NULL;
-- As before, with what is new of a caller.
DROP TRIGGER "account_changed" ON "account";
CREATE TRIGGER "account_changed"
  AFTER UPDATE OF "status", "api_version", "earlier_form_enabled", "creates_per_minute", "calls_per_minute", "rate_factor" ON "account"
  FOR EACH ROW EXECUTE FUNCTION "notify_callers"('id');
