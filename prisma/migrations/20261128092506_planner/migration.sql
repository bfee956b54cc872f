-- hand-written
-- The planner weighs an index whose leading column a query restricts, and no other: of an empty table all of them look alike,
-- and a plan that was made then is kept while the table grows.
DROP INDEX "stage_attempt_ready";
CREATE INDEX "stage_attempt_ready" ON "stage_attempt" ("ready_at") WHERE "state" = 'ready' AND "ready_at" IS NOT NULL;
DROP INDEX "stage_attempt_queue";
CREATE INDEX "stage_attempt_queue" ON "stage_attempt" ("stage", "priority") WHERE "state" = 'ready' AND "stage" IS NOT NULL;
DROP INDEX "stage_attempt_turn";
CREATE INDEX "stage_attempt_turn" ON "stage_attempt" ("account_id", "priority") WHERE "state" = 'ready' AND "account_id" IS NOT NULL;
