/** What users see of a training: its progress and its failures. */
package org.gpchain.training;
