-- CreateIndex
CREATE INDEX "task_key_id_created_at_id_idx" ON "task"("key_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- hand-written
-- Tasks by the files that they are made from. Tasks without files are not in it, so that their creates do not write to it.
CREATE INDEX "task_files" ON "task" USING gin ((array_remove(ARRAY["input_image", "end_image"] || "references", NULL)))
  WHERE "mode" <> 'text_to_video';
