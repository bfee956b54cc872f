-- AlterTable
ALTER TABLE "task" ADD COLUMN     "preview" INTEGER;
