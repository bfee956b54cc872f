-- AlterTable
ALTER TABLE "task" ADD COLUMN     "output_erased_at" TIMESTAMPTZ(3);

-- hand-written
-- What the retention chores look for: O(due), however many tasks there are.
CREATE INDEX "task_output_kept" ON "task" ("output_until") WHERE "output" IS NOT NULL AND "output_erased_at" IS NULL;
CREATE INDEX "stage_attempt_kept" ON "stage_attempt" ("finished_at") WHERE "output" ? 'key';
