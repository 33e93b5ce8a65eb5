-- Adds a country as a region; one with the name of a Nigerian state gets a suffix.
create or replace function add_region(p_code text, p_name text, p_zone text) returns void language sql as $$
  insert into state (code, name, zone)
  select p_code, p_name || case when exists (select from state where name = p_name) then ' (country)' else '' end, p_zone
  on conflict (code) do nothing
$$;
