-- Countries are codes of two capital letters from here on: what people wrote instead becomes one where it is plain which.
update "supply" set "country" = case
    when "country" in ('中国', '中國') then 'CN'
    when "country" in ('台湾', '台灣', '臺灣') then 'TW'
    when "country" = '香港' then 'HK'
    when "country" in ('澳门', '澳門') then 'MO'
    else upper(normalize(btrim("country"), NFKC))
  end
  where "country" !~ '^[A-Z]{2}$';

update "dealer" set "country" = case
    when "country" in ('中国', '中國') then 'CN'
    when "country" in ('台湾', '台灣', '臺灣') then 'TW'
    when "country" = '香港' then 'HK'
    when "country" in ('澳门', '澳門') then 'MO'
    else upper(normalize(btrim("country"), NFKC))
  end
  where "country" !~ '^[A-Z]{2}$';

update "customer" set "country" = case
    when "country" in ('中国', '中國') then 'CN'
    when "country" in ('台湾', '台灣', '臺灣') then 'TW'
    when "country" = '香港' then 'HK'
    when "country" in ('澳门', '澳門') then 'MO'
    else upper(normalize(btrim("country"), NFKC))
  end
  where "country" !~ '^[A-Z]{2}$';

update "material" set "originCountry" = case
    when "originCountry" in ('中国', '中國') then 'CN'
    when "originCountry" in ('台湾', '台灣', '臺灣') then 'TW'
    when "originCountry" = '香港' then 'HK'
    when "originCountry" in ('澳门', '澳門') then 'MO'
    else upper(normalize(btrim("originCountry"), NFKC))
  end
  where "originCountry" !~ '^[A-Z]{2}$';
