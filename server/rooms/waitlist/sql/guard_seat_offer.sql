-- Trigger: refuses to change an offer that has ended, and to delete an open one, which still holds seats.
create or replace function guard_seat_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.state = 'open' or tg_op = 'UPDATE' and old.state <> 'open' then
    raise exception 'an offer ends once' using errcode = 'check_violation', constraint = 'offer_ends_once';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
