-- Returns a new waybill number: the code of the Nigerian state where the parcel starts, eight digits and a check
-- character.
create or replace function new_waybill(p_route int) returns text language sql volatile as $$
  select body || check_character(body)
  from parcel_route r join city c on c.id = r.from_city_id,
    lateral (select upper(c.state_code) || lpad(nextval('waybill_number')::text, 8, '0') as body) b
  where r.id = p_route
$$;
