-- AlterTable
ALTER TABLE "account" ADD COLUMN     "balance_low_micro" BIGINT,
ADD COLUMN     "balance_low_url" TEXT;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "spend_limit_micro" BIGINT,
ADD COLUMN     "spend_period" TEXT,
ADD COLUMN     "spend_since" TIMESTAMPTZ(3),
ADD COLUMN     "spent_micro" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "key_id" TEXT;

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "data" TEXT,
ADD COLUMN     "type" TEXT,
ALTER COLUMN "task_id" DROP NOT NULL,
ALTER COLUMN "event_id" DROP NOT NULL;

-- hand-written
-- Freezes of prompt optimisations by their key; no create writes to it.
CREATE INDEX "ledger_entry_key" ON "ledger_entry" ("key_id", "created_at") WHERE "key_id" IS NOT NULL;
