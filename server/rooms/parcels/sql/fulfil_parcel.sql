-- Fulfils a parcel after its money has arrived: it gets its waybill. p_goods: { pin_hash }, the hash of its first
-- pickup PIN in hex. Returns confirmed | paid_twice | paid_late.
create or replace function fulfil_parcel(p_parcel uuid, p_goods jsonb) returns text language plpgsql as $$
declare came_of text := confirm_parcel(p_parcel, decode(p_goods->>'pin_hash', 'hex'));
begin
  return case came_of when 'too_late' then 'paid_late' when 'already_confirmed' then 'paid_twice' else came_of end;
end $$;
