CREATE INDEX job_by_key ON job (job_key);
CREATE INDEX job_by_state ON job (state);
CREATE INDEX attempt_by_job ON attempt (job_key, n);
CREATE INDEX event_by_job ON event (job_key, seq);
CREATE INDEX worker_by_key ON worker (worker_key);
CREATE INDEX lock_by_key ON lock (lock_key);
CREATE INDEX placement_by_job ON placement (job_key);
CREATE INDEX lost_job_by_key ON lost_job (job_key);
CREATE INDEX live_worker_by_key ON live_worker (worker_key);
