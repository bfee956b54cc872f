-- AlterTable
ALTER TABLE "stage_attempt" ADD COLUMN     "account_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "hedge" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lora_until" TIMESTAMPTZ(3),
ADD COLUMN     "pool" TEXT,
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "task" ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

-- hand-written
-- Attempts of tasks that were there before keep the order they have: by tier alone.
UPDATE "stage_attempt" SET "account_id" = t."account_id" FROM "task" t WHERE t."id" = "stage_attempt"."task_id";

-- The head of a stage's queue, a task's place in it, and an account's last place: O(log waiting).
CREATE INDEX "stage_attempt_queue" ON "stage_attempt" ("stage", "priority") WHERE "state" = 'ready';
CREATE INDEX "stage_attempt_turn" ON "stage_attempt" ("account_id", "priority") WHERE "state" = 'ready';
-- Recent run times, for hedging and for what is told of the wait.
CREATE INDEX "stage_attempt_finished" ON "stage_attempt" ("stage", "finished_at") WHERE "finished_at" IS NOT NULL;
