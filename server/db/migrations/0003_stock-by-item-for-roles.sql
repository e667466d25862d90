-- Stock by item for every role that sees lots; a new database has no menu yet.
insert into "menu" ("parentID", "name", "title", "url", "icon", "type", "hidden", "noCache", "sortNo")
  select "id", 'stockitem', 'stockitem', '/stockitem', 'package', 'LINK', false, false, 0 from "menu"
  where "parentID" = 0 and "name" = 'stock' and "type" = 'TEXT' on conflict do nothing;

insert into "role_menuIds" ("ownerId", "targetId")
  select distinct held."ownerId", granted."id" from "role_menuIds" held
    join "menu" lots on lots."id" = held."targetId" and lots."name" = 'stocklot' and lots."type" = 'LINK'
    join "menu" page on page."name" = 'stockitem' and page."type" = 'LINK'
    join "menu" granted on granted."id" in (page."id", page."parentID")
  on conflict do nothing;
