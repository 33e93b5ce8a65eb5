-- Fulfils a booking after its money has arrived: issues its tickets. p_goods: { kid, ids, codes }, with ids in hex.
-- Returns confirmed | confirmed_other_seats | paid_twice | paid_late (no seats are left).
create or replace function fulfil_booking(p_booking uuid, p_goods jsonb) returns text language plpgsql as $$
declare seated text;
begin
  seated := confirm_booking(p_booking, (p_goods->>'kid')::smallint,
    array(select decode(id, 'hex') from jsonb_array_elements_text(p_goods->'ids') with ordinality of (id, place) order by place),
    array(select code from jsonb_array_elements_text(p_goods->'codes') with ordinality of (code, place) order by place));
  if seated = 'no_seats' then return 'paid_late'; end if;
  if seated = 'already_confirmed' then return 'paid_twice'; end if;
  return seated;
end $$;
