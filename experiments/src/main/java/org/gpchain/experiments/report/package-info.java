/** What experiments leave behind: reports for programs, and the files that they stand in. */
package org.gpchain.experiments.report;
