// The service, its jobs and its database while their processes are killed or stopped.
import { processFaults } from './faults/all.ts';
import { testFaults } from './support/test-faults.ts';

testFaults(processFaults);
