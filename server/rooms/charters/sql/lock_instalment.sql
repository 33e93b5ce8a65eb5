-- Locks the row of the instalment for which money has arrived, and its charter's. Returns its sum and, if it can no
-- longer be paid, the reason: paid_twice | paid_late. The first instalment may still buy a vehicle that was released.
create or replace function lock_instalment(p_instalment uuid) returns payable_wanted language plpgsql as $$
declare
  wanted payable_wanted;
  charter_state text;
begin
  select state into charter_state from charter
    where id = (select charter_id from charter_instalment where id = p_instalment) for update;
  select amount_kobo, case
      when state = 'paid' then 'paid_twice'
      when charter_state = 'awaiting_payment' and number = 1 then null
      when charter_state = 'expired' and number = 1 then null
      when charter_state = 'booked' and number = 2 then null
      else 'paid_late' end
    into wanted from charter_instalment where id = p_instalment for update;
  return wanted;
end $$;
