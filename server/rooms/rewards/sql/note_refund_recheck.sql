-- Trigger: marks a booking of which money is refunded, so that the next sweep checks its rewards again.
create or replace function note_refund_recheck() returns trigger language plpgsql as $$
begin
  perform note_rechecks(array[new.payable_id]);
  return null;
end $$;
