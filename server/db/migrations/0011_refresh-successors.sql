alter table "token" add column "successorSalt" text;
