-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "api_version" TEXT NOT NULL DEFAULT '2026-11-01',
    "earlier_form_enabled" BOOLEAN NOT NULL DEFAULT false,
    "use_context_ir" BOOLEAN NOT NULL DEFAULT false,
    "concurrency_limit" INTEGER NOT NULL DEFAULT 10,
    "creates_per_minute" INTEGER NOT NULL DEFAULT 60,
    "calls_per_minute" INTEGER NOT NULL DEFAULT 600,
    "console_parameters" JSONB NOT NULL DEFAULT '{}',
    "balance_micro" BIGINT NOT NULL DEFAULT 0,
    "frozen_micro" BIGINT NOT NULL DEFAULT 0,
    "entry_count" BIGINT NOT NULL DEFAULT 0,
    "active_tasks" INTEGER NOT NULL DEFAULT 0,
    "audited_balance_micro" BIGINT,
    "audited_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "redacted" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration_ms" INTEGER,
    "has_audio" BOOLEAN,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "pins" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "key_id" TEXT,
    "group_id" TEXT,
    "n_index" INTEGER,
    "source_task_id" TEXT,
    "api_version" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "mode" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "negative_prompt" TEXT,
    "input_image" TEXT,
    "end_image" TEXT,
    "references" TEXT[],
    "resolution" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "aspect_ratio" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "frames" INTEGER NOT NULL,
    "seed" INTEGER NOT NULL,
    "audio" BOOLEAN NOT NULL,
    "service_tier" TEXT NOT NULL,
    "acceleration" TEXT NOT NULL,
    "use_context_ir" BOOLEAN NOT NULL,
    "webhook_url" TEXT,
    "metadata" TEXT,
    "price_version" INTEGER NOT NULL,
    "items" JSONB NOT NULL,
    "earned" TEXT[],
    "frozen_micro" BIGINT NOT NULL,
    "billed_ms" INTEGER,
    "amount_micro" BIGINT,
    "accelerated" BOOLEAN,
    "context_ir_applied" BOOLEAN,
    "waiting_since" TIMESTAMPTZ(3),
    "waiting_reason" TEXT,
    "output" JSONB,
    "output_until" TIMESTAMPTZ(3),
    "fail_reason" TEXT,
    "fail_detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stage_attempt" (
    "task_id" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "worker_id" TEXT,
    "ready_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "beat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "output" JSONB,

    CONSTRAINT "stage_attempt_pkey" PRIMARY KEY ("task_id","stage","number")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_micro" BIGINT NOT NULL,
    "frozen_delta_micro" BIGINT NOT NULL,
    "balance_after_micro" BIGINT NOT NULL,
    "subject_id" TEXT,
    "task_id" TEXT,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "account_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "group_id" TEXT,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "snapshot" JSONB NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "account_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "answer" JSONB,
    "task_ids" TEXT[],
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("account_id","operation","key")
);

-- CreateTable
CREATE TABLE "price_version" (
    "version" INTEGER NOT NULL,
    "prices" JSONB NOT NULL,
    "effective_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_version_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "worker" (
    "id" TEXT NOT NULL,
    "capabilities" TEXT[],
    "pool" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secret" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "next_try_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_created_at_id_idx" ON "api_key"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "file_account_id_created_at_id_idx" ON "file"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "file_expires_at_idx" ON "file"("expires_at");

-- CreateIndex
CREATE INDEX "task_account_id_created_at_id_idx" ON "task"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "ledger_entry_task_id_idx" ON "ledger_entry"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_account_id_number_key" ON "ledger_entry"("account_id", "number");

-- CreateIndex
CREATE INDEX "event_xid_idx" ON "event"("xid");

-- CreateIndex
CREATE UNIQUE INDEX "event_task_id_seq_key" ON "event"("task_id", "seq");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "webhook_secret_account_id_idx" ON "webhook_secret"("account_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_account_id_created_at_id_idx" ON "webhook_delivery"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_task_id_idx" ON "webhook_delivery"("task_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file" ADD CONSTRAINT "file_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stage_attempt" ADD CONSTRAINT "stage_attempt_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- hand-written
-- What the Prisma schema cannot say.

-- The words of the vocabulary.
ALTER TABLE "account" ADD CONSTRAINT "account_status" CHECK ("status" IN ('active', 'disabled'));
ALTER TABLE "task" ADD CONSTRAINT "task_status" CHECK ("status" IN ('queued', 'encoding', 'rendering', 'upscaling', 'packaging', 'succeeded', 'failed', 'cancelled', 'rejected'));
ALTER TABLE "task" ADD CONSTRAINT "task_progress" CHECK ("progress" BETWEEN 0 AND 1);
ALTER TABLE "stage_attempt" ADD CONSTRAINT "stage_attempt_stage" CHECK ("stage" IN ('encode', 'render', 'upscale', 'package'));
ALTER TABLE "stage_attempt" ADD CONSTRAINT "stage_attempt_state" CHECK ("state" IN ('ready', 'running', 'done', 'failed', 'lost', 'handed_back', 'superseded', 'cancelled', 'rejected'));
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK ("kind" IN ('topup', 'freeze', 'settle', 'release', 'refund', 'adjustment', 'prompt_optimize'));

-- available = balance - frozen is never below zero (contract 5).
ALTER TABLE "account" ADD CONSTRAINT "account_available" CHECK ("frozen_micro" >= 0 AND "balance_micro" >= "frozen_micro");
ALTER TABLE "account" ADD CONSTRAINT "account_active_tasks" CHECK ("active_tasks" >= 0);

-- One freeze a subject, resolved at most once (contract 5).
CREATE UNIQUE INDEX "ledger_entry_freeze" ON "ledger_entry" ("subject_id") WHERE "kind" = 'freeze';
CREATE UNIQUE INDEX "ledger_entry_resolution" ON "ledger_entry" ("subject_id") WHERE "kind" IN ('settle', 'release', 'prompt_optimize');

-- Entries are append-only (contract 5).
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ledger_entry_append_only" BEFORE UPDATE OR DELETE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "ledger_entry_no_truncate" BEFORE TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- Found every half second by the reaper and every second by the waiting notices; O(running) and O(waiting).
CREATE INDEX "stage_attempt_running" ON "stage_attempt" ("beat_at") WHERE "state" = 'running';
CREATE INDEX "stage_attempt_ready" ON "stage_attempt" ("ready_at") WHERE "state" = 'ready';
CREATE INDEX "task_group" ON "task" ("group_id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "task_source" ON "task" ("source_task_id") WHERE "source_task_id" IS NOT NULL;
