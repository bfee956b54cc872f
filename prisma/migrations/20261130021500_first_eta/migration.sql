-- AlterTable
ALTER TABLE "task" ADD COLUMN     "eta_seconds" INTEGER;
