-- AlterTable
ALTER TABLE "worker" ADD COLUMN     "profile" TEXT;

-- CreateTable
CREATE TABLE "unfit_engine" (
    "task_id" TEXT NOT NULL,
    "profile" TEXT NOT NULL,

    CONSTRAINT "unfit_engine_pkey" PRIMARY KEY ("profile","task_id")
);

-- CreateIndex
CREATE INDEX "unfit_engine_task_id_idx" ON "unfit_engine"("task_id");

-- AddForeignKey
ALTER TABLE "unfit_engine" ADD CONSTRAINT "unfit_engine_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- hand-written
-- Limits have another shape now. Workers write theirs when they start.
UPDATE "worker" SET "limits" = NULL;
