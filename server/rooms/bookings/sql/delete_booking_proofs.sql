-- Trigger: deletes the proofs and codes of a booking when its phone changes, since they were for the previous phone.
create or replace function delete_booking_proofs() returns trigger language plpgsql as $$
begin
  delete from booking_proof where booking_id = new.id;
  delete from booking_code where booking_id = new.id;
  return null;
end $$;
