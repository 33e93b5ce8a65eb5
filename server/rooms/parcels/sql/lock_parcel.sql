-- Locks the row of the parcel for which money has arrived. Returns its price and, if the money is not wanted, the
-- reason.
create or replace function lock_parcel(p_parcel uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  select total_kobo, case when state = 'cancelled' then 'paid_late' when paid_kobo > 0 then 'paid_twice' end
    into wanted from parcel where id = p_parcel for update;
  return wanted;
end $$;
