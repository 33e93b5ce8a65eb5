-- Locks the parcel that money pays.
create or replace function lock_parcel(p_parcel uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  select total_kobo, case when state = 'cancelled' then 'paid_late' when paid_kobo > 0 then 'paid_twice' end
    into wanted from parcel where id = p_parcel for update;
  return wanted;
end $$;
