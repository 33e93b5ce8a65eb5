-- Fulfils a booking after its money has arrived: issues its tickets. p_goods: { kid, ids, codes, is_allotted }, with
-- ids in hex; is_allotted for seats that were sold without a network. Returns confirmed | confirmed_other_seats |
-- paid_twice | paid_late (no seats are left).
create or replace function fulfil_booking(p_booking uuid, p_goods jsonb) returns text language plpgsql as $$
declare
  kid constant smallint := p_goods->>'kid';
  ids constant bytea[] := array(select decode(id, 'hex')
    from jsonb_array_elements_text(p_goods->'ids') with ordinality of (id, place) order by place);
  codes constant text[] := array(select code
    from jsonb_array_elements_text(p_goods->'codes') with ordinality of (code, place) order by place);
  seated text;
begin
  seated := case when (p_goods->>'is_allotted')::boolean then confirm_allotted_booking(p_booking, kid, ids, codes)
    else confirm_booking(p_booking, kid, ids, codes) end;
  if seated = 'no_seats' then return 'paid_late'; end if;
  if seated = 'already_confirmed' then return 'paid_twice'; end if;
  return seated;
end $$;
