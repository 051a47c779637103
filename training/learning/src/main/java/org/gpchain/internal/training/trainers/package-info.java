/** The trainers that the command line and the UIMA components use. */
package org.gpchain.internal.training.trainers;
