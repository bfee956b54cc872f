-- hand-written
-- What the expiry chore looks for: O(due), whatever a week leaves of tombstones.
CREATE INDEX "file_kept" ON "file" ("expires_at") WHERE "erased_at" IS NULL;
CREATE INDEX "file_deleted" ON "file" ("id") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
