alter table "stocklot" add column "remark" text;
