-- CreateTable
CREATE TABLE "webhook_try" (
    "delivery_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "number" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_try_pkey" PRIMARY KEY ("delivery_id","at")
);

-- AddForeignKey
ALTER TABLE "webhook_try" ADD CONSTRAINT "webhook_try_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
