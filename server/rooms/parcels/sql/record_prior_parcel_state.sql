-- Trigger: stores the old state of a parcel beside the new one, so that the foreign key can check the change from one
-- to the other.
create or replace function record_prior_parcel_state() returns trigger language plpgsql as $$
begin
  new.came_from := old.state;
  return new;
end $$;
