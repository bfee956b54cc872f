-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "create_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "create_window_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "rate_window" (
    "key_id" TEXT NOT NULL,
    "window_at" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("key_id","window_at")
);

-- CreateIndex
CREATE INDEX "rate_window_window_at_idx" ON "rate_window"("window_at");
