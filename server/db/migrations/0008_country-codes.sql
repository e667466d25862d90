-- Countries are codes of two capital letters from here on: what people wrote instead becomes one where it is plain which.
create or replace function pg_temp.country_code(written text) returns text
language sql immutable as $$
  select case
    when written in ('中国', '中國') then 'CN'
    when written in ('台湾', '台灣', '臺灣') then 'TW'
    when written = '香港' then 'HK'
    when written in ('澳门', '澳門') then 'MO'
    else upper(normalize(btrim(written), NFKC))
  end
$$;

update "supply" set "country" = pg_temp.country_code("country") where "country" !~ '^[A-Z]{2}$';
update "dealer" set "country" = pg_temp.country_code("country") where "country" !~ '^[A-Z]{2}$';
update "customer" set "country" = pg_temp.country_code("country") where "country" !~ '^[A-Z]{2}$';
update "material" set "originCountry" = pg_temp.country_code("originCountry") where "originCountry" !~ '^[A-Z]{2}$';
