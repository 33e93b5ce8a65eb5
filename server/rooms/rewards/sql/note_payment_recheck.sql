-- Trigger: marks bookings whose payment a company took back, or whose dispute was decided, so that the next sweep
-- checks their rewards again.
create or replace function note_payment_recheck() returns trigger language plpgsql as $$
begin
  perform note_rechecks(array(select payable_id from payment where id = new.id or part_of = new.id));
  return null;
end $$;
