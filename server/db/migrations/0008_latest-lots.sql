create index "stocklot_materialId_id_idx" on "stocklot" ("materialId", "id");
create index "stocklot_productId_id_idx" on "stocklot" ("productId", "id");
