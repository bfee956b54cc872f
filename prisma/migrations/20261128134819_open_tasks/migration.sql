-- hand-written
-- What of an account is unfinished, in the order of its lists: a handful in an account of a million. Moves and progress do not touch
-- its columns, so they stay within their page.
CREATE INDEX "task_open" ON "task" ("account_id", "created_at", "id") WHERE "completed_at" IS NULL AND "account_id" IS NOT NULL;
