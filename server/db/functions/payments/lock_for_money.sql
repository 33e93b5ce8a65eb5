-- A thing that money comes for, locked. `refusal`: why all of it must go back; null when nothing speaks against it.
create or replace function lock_for_money(p_thing uuid) returns money_wanted language plpgsql as $$
declare wanted money_wanted;
begin
  select id, null, total_kobo, case
      when status in ('confirmed', 'travelled', 'completed') then 'paid_twice'
      when status in ('cancelled', 'operator_cancelled') then case when paid_kobo > 0 then 'paid_twice' else 'paid_late' end
    end into wanted from booking where id = p_thing for update;
  if found then return wanted; end if;
  select null, id, total_kobo, case
      when state = 'cancelled' then 'paid_late'
      when paid_kobo > 0 then 'paid_twice'
    end into wanted from parcel where id = p_thing for update;
  return wanted;
end $$;
