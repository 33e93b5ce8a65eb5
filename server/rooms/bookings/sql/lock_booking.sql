-- Locks the row of the booking for which money has arrived. Returns its price and, if it can no longer be paid for, the
-- reason: paid_twice | paid_late.
create or replace function lock_booking(p_booking uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  select total_kobo, case
      when status in ('confirmed', 'travelled', 'completed') then 'paid_twice'
      when status in ('cancelled', 'operator_cancelled') then case when paid_kobo > 0 then 'paid_twice' else 'paid_late' end
    end into wanted from booking where id = p_booking for update;
  return wanted;
end $$;
