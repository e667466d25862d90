-- Label prints for every role that sees lots; a new database has no menu yet.
insert into "menu" ("parentID", "name", "title", "url", "icon", "type", "hidden", "noCache", "sortNo")
  select "id", 'labelprint', 'labelprint', '/labelprint', 'tags', 'LINK', false, false, 0 from "menu"
  where "parentID" = 0 and "name" = 'stock' and "type" = 'TEXT' on conflict do nothing;

insert into "menu" ("parentID", "name", "title", "url", "icon", "type", "hidden", "noCache", "sortNo")
  select page."id", 'print', 'labelprint.print', null, null, 'BUTTON', false, false, 0 from "menu" page
  where page."name" = 'labelprint' and page."type" = 'LINK' on conflict do nothing;

insert into "role_menuIds" ("ownerId", "targetId")
  select distinct held."ownerId", granted."id" from "role_menuIds" held
    join "menu" lots on lots."id" = held."targetId" and lots."name" = 'stocklot' and lots."type" = 'LINK'
    join "menu" page on page."name" = 'labelprint' and page."type" = 'LINK'
    join "menu" granted on granted."id" in (page."id", page."parentID")
      or granted."parentID" = page."id" and granted."name" = 'print' and granted."type" = 'BUTTON'
  on conflict do nothing;
