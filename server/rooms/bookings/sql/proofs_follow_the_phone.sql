-- A proof was for the contact's phone: after a change of phone it is no longer valid.
create or replace function proofs_follow_the_phone() returns trigger language plpgsql as $$
begin
  delete from booking_proof where booking_id = new.id;
  delete from booking_code where booking_id = new.id;
  return null;
end $$;
