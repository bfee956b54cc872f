-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "host" TEXT NOT NULL;

-- CreateIndex
CREATE INDEX "event_account_id_xid_idx" ON "event"("account_id", "xid");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_event_id_key" ON "webhook_delivery"("event_id");

-- hand-written
-- Due tries, host by host: what is due at one that hangs costs the others nothing.
CREATE INDEX "webhook_due" ON "webhook_delivery" ("host", "next_try_at") WHERE "status" = 'pending' AND "host" IS NOT NULL;
-- What is left of progress events until they are thinned.
CREATE INDEX "event_progress" ON "event" ("at") WHERE "kind" = 'progress' AND "at" IS NOT NULL;
