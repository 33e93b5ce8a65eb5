-- Releases at most p_limit vehicles that were not paid for in time; returns their charters.
create or replace function expire_charters(p_limit int) returns setof uuid language plpgsql as $$
declare gone uuid;
begin
  for gone in
    select id from charter where state = 'awaiting_payment' and pay_until < clock_timestamp()
    order by pay_until limit p_limit for update skip locked
  loop
    if expire_charter(gone) then return next gone; end if;
  end loop;
end $$;
