-- Adds a city that is in no list yet, and returns its id.
create or replace function add_city(
  p_code text, p_name text, p_region text, p_latitude float8, p_longitude float8, p_zone text
) returns int language sql as $$
  insert into city (code, name, state_code, latitude, longitude, zone)
  values (p_code, p_name, p_region, p_latitude, p_longitude, p_zone) returning id
$$;
