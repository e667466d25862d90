alter table "productstoreoutline" add column "palletId" bigint;
create index "productstoreoutline_palletId_idx" on "productstoreoutline" ("palletId");
alter table "productstoreoutline" add constraint "productstoreoutline_palletId_fkey" foreign key ("palletId") references "pallet" ("id");
