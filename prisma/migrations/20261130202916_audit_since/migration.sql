-- AlterTable
ALTER TABLE "account" ADD COLUMN     "audited_frozen_micro" BIGINT,
ADD COLUMN     "audited_number" BIGINT,
ADD COLUMN     "audited_tasks_micro" BIGINT,
ADD COLUMN     "audited_whole_at" TIMESTAMPTZ(3);
