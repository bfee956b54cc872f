-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "idempotency_key" TEXT;

-- hand-written
-- One entry for each key of the operator. Entries of tasks and prompts have none and are not in it.
CREATE UNIQUE INDEX "ledger_entry_idempotency_key" ON "ledger_entry" ("idempotency_key") WHERE "idempotency_key" IS NOT NULL;
