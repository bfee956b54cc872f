-- AlterTable
ALTER TABLE "file" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "worker" ADD COLUMN     "limits" JSONB;
