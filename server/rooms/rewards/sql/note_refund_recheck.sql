-- Trigger: has the rewards of a booking looked at of which money is refunded.
create or replace function note_refund_recheck() returns trigger language plpgsql as $$
begin
  perform note_rechecks(array[new.payable_id]);
  return null;
end $$;
