create table "listtotal" (
  "question" text not null,
  "total" integer not null,
  "upTo" bigint not null,
  "settled" boolean not null,
  constraint "listtotal_pkey" primary key ("question")
);
